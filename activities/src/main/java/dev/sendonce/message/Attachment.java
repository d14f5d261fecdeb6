package dev.sendonce.message;

import java.util.Optional;

/**
 * A file that goes with a letter.
 *
 * @param contentId without angle brackets; an attachment that has one is shown inside the HTML
 */
public record Attachment(
    Optional<String> filename, MediaType type, Optional<String> contentId, Content content) {}

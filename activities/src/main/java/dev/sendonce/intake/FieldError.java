package dev.sendonce.intake;

/**
 * What is wrong with one field and how to mend it.
 *
 * @param field JSON path such as {@code to[0]} or {@code attachments[1].filename}
 */
public record FieldError(String field, String message) {}

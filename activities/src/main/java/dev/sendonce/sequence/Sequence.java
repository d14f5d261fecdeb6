package dev.sendonce.sequence;

import java.util.regex.Pattern;

/**
 * A sequence of numbers for one pair of categories.
 *
 * @param category 1 to 64 characters of {@code A-Z a-z 0-9 . _ -}
 * @param subCategory the same
 */
public record Sequence(String category, String subCategory) {
  /** Characters of a written number: two names, two dashes and the 19 digits of a long. */
  public static final int LONGEST_REFERENCE = 64 + 1 + 64 + 1 + 19;

  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

  /** Fails with {@link IllegalArgumentException} on a name outside the rule. */
  public Sequence {
    if (!isName(category) || !isName(subCategory)) {
      throw new IllegalArgumentException(
          "A category is 1 to 64 characters of A-Z a-z 0-9 . _ - (category '"
              + category
              + "', sub-category '"
              + subCategory
              + "').");
    }
  }

  /** Whether a string may name a category. */
  public static boolean isName(String name) {
    return name != null && NAME.matcher(name).matches();
  }

  /** How number {@code value} of this sequence is written in a letter. */
  String reference(long value) {
    return category + "-" + subCategory + "-" + value;
  }

  /** Categories hold no slash, so that no two (sequence, number) pairs share an id. */
  String id(long value) {
    return id() + "/" + value;
  }

  String id() {
    return category + "/" + subCategory;
  }
}

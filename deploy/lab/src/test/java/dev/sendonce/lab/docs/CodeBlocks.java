package dev.sendonce.lab.docs;

import dev.sendonce.lab.engines.Shell;
import java.io.IOException;
import java.nio.file.Files;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The fenced code of a page in {@code deploy/docs}. */
final class CodeBlocks {
  private final String page;

  CodeBlocks(String name) throws IOException {
    page = Files.readString(Shell.root().resolve("deploy/docs").resolve(name));
  }

  /** The only block of a language; fails when there are none or several. */
  String only(String language) {
    Matcher block =
        Pattern.compile("^```" + language + "\n(.*?)^```$", Pattern.DOTALL | Pattern.MULTILINE)
            .matcher(page);
    if (!block.find()) {
      throw new AssertionError("no block of " + language);
    }
    String code = block.group(1);
    if (block.find()) {
      throw new AssertionError("several blocks of " + language);
    }
    return code;
  }
}

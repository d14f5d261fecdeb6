package dev.sendonce.evidence.log;

import dev.sendonce.evidence.Answer;

/**
 * Understands the log of one kind of relay; made for one question, fed line by line, oldest first.
 */
interface LogReading {
  void line(String line);

  /**
   * What the lines prove.
   *
   * @param complete they begin at the baseline of the attempt and nothing is missing; only then may
   *     they speak against acceptance
   */
  Answer conclude(boolean complete);
}

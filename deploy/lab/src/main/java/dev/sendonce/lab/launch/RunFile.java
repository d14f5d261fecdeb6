package dev.sendonce.lab.launch;

import java.util.List;
import java.util.Map;

/**
 * {@code run.json}: where to reach what runs. The field names are a contract.
 *
 * @param api roots of the nodes; element i is {@code node-(i+1)}
 * @param ui null when Temporal runs elsewhere
 * @param imap with user and password; null when there is none
 * @param pids only what this start began
 */
record RunFile(
    List<String> api,
    List<String> admin,
    String temporal,
    String ui,
    String mongo,
    String smtp,
    String imap,
    String apiKey,
    Map<String, Long> pids) {
  static final String NAME = "run.json";
}

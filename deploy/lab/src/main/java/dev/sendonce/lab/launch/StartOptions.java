package dev.sendonce.lab.launch;

/**
 * What the flags of {@code deploy/start} say, without the home.
 *
 * @param portBase null for the usual ports
 * @param relay URL of a relay that runs elsewhere, or null to start the mailbox relay
 * @param imap URL of the mailbox to look for evidence in, or null
 * @param mongo URI of a MongoDB that runs elsewhere, or null to start the embedded one
 * @param temporal host and port of a Temporal that runs elsewhere, or null to start one
 */
record StartOptions(
    Integer portBase,
    String relay,
    String imap,
    String mongo,
    String temporal,
    int nodes,
    boolean demo) {}

/**
 * Tests against real engines: whole deployments by {@code deploy/start}, Temporal, Postfix and
 * Dovecot. They are tagged {@code engines}, run by {@code deploy/test}, and fail when an engine is
 * not installed.
 */
package dev.sendonce.lab.engines;

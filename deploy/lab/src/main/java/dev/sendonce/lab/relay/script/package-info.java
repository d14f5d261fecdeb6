/** What a fault relay should do at which point of an SMTP conversation: typed, and as text. */
package dev.sendonce.lab.relay.script;

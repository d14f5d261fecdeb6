/** Encryption of what Temporal keeps: keys from a file, the codec, and its endpoint for people. */
package dev.sendonce.api.codec;

/**
 * A MongoDB server in a process of its own, for trying sendonce out and for its tests: the wire
 * protocol of mongo-java-server on one H2 file.
 *
 * <p>Three promises make it fit for the ledger: a write is on disk before it is answered, a read
 * sees only what is on disk, and a compare-and-set by {@code _id} costs the same at any size. It is
 * one process without replicas; production uses a replica set.
 */
package dev.sendonce.lab.mongo;

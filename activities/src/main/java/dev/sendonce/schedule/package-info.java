/**
 * Regular letters. A schedule's row in MongoDB says what is sent and whether it may be; Temporal
 * only says when. Each firing makes one send whose key is the schedule's id and the nominal local
 * time, so that whatever fires twice sends once.
 */
package dev.sendonce.schedule;

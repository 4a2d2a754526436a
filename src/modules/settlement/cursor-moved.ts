import { Outage } from '#kit/failure.ts';

/** The cursor of a network is not where its watcher left it: another one is at work. */
export class CursorMoved extends Outage {
  constructor(network: string) {
    super(`the cursor of ${network} was moved by another watcher`);
  }
}

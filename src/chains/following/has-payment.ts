import type { ReportedEvents } from './rescan.ts';

/** Whether a payment was reported in a block above one and up to another, among those that are remembered. It is asked at each poll. */
export function hasPayment(
  { events }: Pick<ReportedEvents, 'events'>,
  { above = -1n, upTo }: { readonly above: bigint | undefined; readonly upTo?: bigint | undefined },
): boolean {
  for (const { block, isPayment } of events.values()) {
    if (isPayment && block.number > above && (upTo === undefined || block.number <= upTo)) {
      return true;
    }
  }
  return false;
}

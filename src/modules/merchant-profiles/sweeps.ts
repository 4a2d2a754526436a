import type { Context } from '#context.ts';
import type { Sweep } from '#platform/sweep.ts';
import { checkWebsites } from './check-websites.ts';
import { isWebsiteDue } from './store.ts';
import type { WebsiteReaders } from './website-readers.ts';

/** Somebody may be waiting for the result of a website that was just set. */
const EVERY_MS = 5_000;

/** As many are read at once; each is a connection. */
const BATCH_MAX = 16;

/** What this module does unattended. */
export function merchantProfileSweeps(readers: WebsiteReaders): readonly Sweep<Context>[] {
  return [
    {
      name: 'check the websites of merchants',
      everyMs: EVERY_MS,
      due: isWebsiteDue,
      batchMax: BATCH_MAX,
      run: (ctx) => checkWebsites(ctx, readers, BATCH_MAX),
    },
  ];
}

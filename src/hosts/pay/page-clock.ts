import type { FastifyInstance } from 'fastify';
import type { OffsetClock } from '#kit/clock.ts';

/** What pages load first. The script in front of it is deferred as it is, so that both run in this order and the first view waits for neither. */
const PAGE_SCRIPT = '<script type="module"';

/** Digits of ten years in milliseconds. */
const DIGITS_MAX = 12;

/** Where an open page reads how far ahead the clock is now, in milliseconds. */
const OFFSET_PATH = '/clock';

/** Milliseconds between two reads of it; a page that nobody sees reads nothing. */
const OFFSET_POLL_MS = 3_000;

/**
 * Lets pages live at the time of a sandbox whose clock can be moved: a script in front of theirs moves the browser's clock of that page, and
 * reads whether it was moved further while the page is open.
 */
export function mountPageClock(app: FastifyInstance, clock: Pick<OffsetClock, 'offsetMs'>): void {
  app.addHook('onSend', async (_request, _reply, payload) =>
    typeof payload === 'string' && payload.startsWith('<!doctype html>')
      ? payload.replace(
          PAGE_SCRIPT,
          `<script defer src="/clock/${clock.offsetMs}.js"></script>${PAGE_SCRIPT}`,
        )
      : payload,
  );
  app.get(
    OFFSET_PATH,
    async (_request, reply) =>
      await reply.header('cache-control', 'no-store').type('text/plain').send(`${clock.offsetMs}`),
  );
  app.get<{ Params: { file: string } }>('/clock/:file', async (request, reply) => {
    const aheadMs = new RegExp(`^([0-9]{1,${DIGITS_MAX}})\\.js$`).exec(request.params.file)?.[1];
    if (aheadMs === undefined) return await reply.callNotFound();
    return await reply.type('text/javascript; charset=utf-8').send(clockScript(Number(aheadMs)));
  });
}

/** A script after which `Date` is so far ahead of what it was, and farther once the sandbox's clock is. */
export function clockScript(aheadMs: number): string {
  return `(() => {
  const Machine = Date;
  let aheadMs = ${aheadMs};
  const now = () => Machine.now() + aheadMs;
  globalThis.Date = class Date extends Machine {
    constructor(...parts) {
      if (parts.length === 0) super(now());
      else super(...parts);
    }
    static now() {
      return now();
    }
  };
  const readAhead = async () => {
    if (document.visibilityState === 'hidden') return;
    try {
      const answer = await fetch('${OFFSET_PATH}');
      if (answer.ok) aheadMs = Math.max(aheadMs, Number(await answer.text()) || 0);
    } catch {
      // The sandbox may have been stopped; it is read again.
    }
  };
  setInterval(readAhead, ${OFFSET_POLL_MS});
})();
`;
}

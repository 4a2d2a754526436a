import type { FastifyInstance } from 'fastify';
import type { OffsetClock } from '#kit/clock.ts';

/** What pages load first, by which the script is put in front of it. */
const PAGE_SCRIPT = '<script type="module"';

/** Digits of ten years in milliseconds. */
const DIGITS_MAX = 12;

/**
 * Lets pages live at the time of a sandbox whose clock was moved: a script in front of theirs moves the browser's clock of that page. Pages of a
 * sandbox that nobody moved are as in production.
 */
export function mountPageClock(app: FastifyInstance, clock: Pick<OffsetClock, 'offsetMs'>): void {
  app.addHook('onSend', async (_request, _reply, payload) =>
    clock.offsetMs > 0 && typeof payload === 'string' && payload.startsWith('<!doctype html>')
      ? payload.replace(
          PAGE_SCRIPT,
          `<script src="/clock/${clock.offsetMs}.js"></script>${PAGE_SCRIPT}`,
        )
      : payload,
  );
  app.get<{ Params: { file: string } }>('/clock/:file', async (request, reply) => {
    const aheadMs = new RegExp(`^([0-9]{1,${DIGITS_MAX}})\\.js$`).exec(request.params.file)?.[1];
    if (aheadMs === undefined) return await reply.callNotFound();
    return await reply.type('text/javascript; charset=utf-8').send(clockScript(Number(aheadMs)));
  });
}

/** A script after which `Date` is so far ahead of what it was. */
export function clockScript(aheadMs: number): string {
  return `(() => {
  const Machine = Date;
  const now = () => Machine.now() + ${aheadMs};
  globalThis.Date = class Date extends Machine {
    constructor(...parts) {
      if (parts.length === 0) super(now());
      else super(...parts);
    }
    static now() {
      return now();
    }
  };
})();
`;
}

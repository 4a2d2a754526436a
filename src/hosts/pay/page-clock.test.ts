import { runInNewContext } from 'node:vm';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { clockScript, mountPageClock } from './page-clock.ts';

const DAY_MS = 86_400_000;
const PAGE =
  '<!doctype html><html><head><script type="module" src="/assets/main.js"></script></head></html>';

async function hostAt(offsetMs: number) {
  const app = fastify();
  mountPageClock(app, { offsetMs });
  app.get('/', async (_request, reply) => await reply.type('text/html').send(PAGE));
  app.get('/data', async () => ({ text: PAGE }));
  await app.ready();
  return Object.assign(app, { [Symbol.asyncDispose]: () => app.close() });
}

describe('a page of a sandbox whose clock was moved', () => {
  it('loads the script that moves its clock before its own', async () => {
    await using app = await hostAt(31 * DAY_MS);
    const { body } = await app.inject('/');
    expect(body).toContain(
      '<head><script defer src="/clock/2678400000.js"></script><script type="module" src="/assets/main.js">',
    );
    const script = await app.inject('/clock/2678400000.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toBe(clockScript(31 * DAY_MS));
    expect((await app.inject('/data')).json()).toEqual({ text: PAGE });
  });

  it('loads it also where nobody has moved the clock yet, and can read how far ahead it is', async () => {
    await using app = await hostAt(0);
    expect((await app.inject('/')).body).toContain(
      '<head><script defer src="/clock/0.js"></script>',
    );
    expect((await app.inject('/clock')).body).toBe('0');
    await using moved = await hostAt(DAY_MS);
    const answer = await moved.inject('/clock');
    expect([answer.body, answer.headers['cache-control']]).toEqual([`${DAY_MS}`, 'no-store']);
  });

  it.each(['x.js', '1;alert(1).js', '-1.js', '1', '1234567890123.js'])(
    'has no script %s',
    async (name) => {
      await using app = await hostAt(DAY_MS);
      expect((await app.inject(`/clock/${encodeURIComponent(name)}`)).statusCode).toBe(404);
    },
  );

  it('sees the time of the sandbox, and other times as they are', () => {
    const script = `${clockScript(DAY_MS)}
      ({
        ahead: [Date.now() - machine(), new Date().getTime() - machine(), new Date(Date.now()) - machine()],
        fixed: [new Date(0).toISOString(), new Date(2026, 0, 1) instanceof Date, Date.parse('1970-01-02')],
      })`;
    const seen = runInNewContext(script, { machine: () => Date.now(), ...browser() });
    for (const ahead of seen.ahead) expect(Math.abs(ahead - DAY_MS)).toBeLessThan(1_000);
    expect([...seen.fixed]).toEqual(['1970-01-01T00:00:00.000Z', true, DAY_MS]);
  });

  it('notices that the clock was moved on while it is open, and never that it was moved back', async () => {
    const said = { ahead: '0', isDown: false, visibility: 'visible' };
    const shown = browser(said);
    const now = runInNewContext(`${clockScript(0)} () => Date.now() - machine()`, {
      machine: () => Date.now(),
      ...shown,
    });
    const aheadAfter = async (change: Partial<typeof said>) => {
      Object.assign(said, change);
      await shown.tick();
      return Math.round(now() / DAY_MS);
    };
    expect(await aheadAfter({})).toBe(0);
    expect(await aheadAfter({ ahead: `${DAY_MS}`, visibility: 'hidden' })).toBe(0);
    expect(await aheadAfter({ visibility: 'visible' })).toBe(1);
    expect(await aheadAfter({ ahead: '0' })).toBe(1);
    expect(await aheadAfter({ ahead: `${3 * DAY_MS}`, isDown: true })).toBe(1);
    expect(await aheadAfter({ isDown: false })).toBe(3);
  });
});

/** What the script uses of a browser; the sandbox says how far ahead it is. */
function browser(said = { ahead: '0', isDown: false, visibility: 'visible' }) {
  let tick = async () => undefined;
  return {
    document: {
      get visibilityState() {
        return said.visibility;
      },
    },
    fetch: async (path: string) => {
      if (said.isDown) throw new Error('nobody listens');
      return { ok: path === '/clock', text: async () => said.ahead };
    },
    setInterval: (work: typeof tick) => {
      tick = work;
    },
    tick: () => tick(),
  };
}

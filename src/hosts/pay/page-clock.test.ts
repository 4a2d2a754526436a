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
      '<head><script src="/clock/2678400000.js"></script><script type="module" src="/assets/main.js">',
    );
    const script = await app.inject('/clock/2678400000.js');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(script.body).toBe(clockScript(31 * DAY_MS));
    expect((await app.inject('/data')).json()).toEqual({ text: PAGE });
  });

  it('is as in production where nobody moved it', async () => {
    await using app = await hostAt(0);
    expect((await app.inject('/')).body).toBe(PAGE);
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
    const seen = runInNewContext(script, { machine: () => Date.now() });
    for (const ahead of seen.ahead) expect(Math.abs(ahead - DAY_MS)).toBeLessThan(1_000);
    expect([...seen.fixed]).toEqual(['1970-01-01T00:00:00.000Z', true, DAY_MS]);
  });
});

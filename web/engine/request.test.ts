import { afterEach, describe, expect, it, vi } from 'vitest';
import { request } from './request.ts';
import { backoffS } from './wait.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

const answering = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer());
const send = () => request('https://api.example/', {}, 1_000);

describe('an answer', () => {
  it('is the status and the body of whatever a host says, refusals too', async () => {
    answering(() => Response.json({ code: 'expired' }, { status: 403 }));
    expect(await send()).toEqual({ status: 403, body: { code: 'expired' } });
  });

  it('says when to come back, where the host does', async () => {
    answering(() => Response.json({}, { status: 429, headers: { 'retry-after': '7' } }));
    expect(await send()).toEqual({ status: 429, body: {}, retryAfterS: 7 });
  });

  it('has status 0 where nothing usable came', async () => {
    answering(() => new Response('<html>', { status: 502 }));
    expect(await send()).toEqual({ status: 0, body: undefined });
    answering(() => {
      throw new TypeError('offline');
    });
    expect(await send()).toEqual({ status: 0, body: undefined });
  });
});

it('a host that does not answer is asked again ever later, and twice a minute in the end', () => {
  expect([0, 1, 2, 3, 4, 9].map(backoffS)).toEqual([2, 4, 8, 16, 30, 30]);
});

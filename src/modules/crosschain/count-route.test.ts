import { describe, expect, it } from 'vitest';
import { Refusal } from '#kit/failure.ts';
import { bridgedChain, orderOn } from '../../../tests/support/bridged-chains.ts';
import { countingThrottle } from '../../../tests/support/counting-throttle.ts';
import { countOption, countRoute } from './count-route.ts';

const BASE = bridgedChain('base');
const ORDER = orderOn(BASE, 'USDC-base');
const OTHER_ORDER = orderOn(BASE, 'USDC-base', { paymentReference: '0x0011223344556677' });

/** Callers that share one throttle. */
function callers() {
  const throttle = countingThrottle();
  return (ip: string) => ({
    throttle,
    requestMetadata: { ip, correlationId: 'c', origin: undefined, userAgent: undefined },
  });
}

type Caller = ReturnType<ReturnType<typeof callers>>;

/** How many of so many attempts a caller has. */
async function countOf(attempts: number, work: () => Promise<unknown>): Promise<number> {
  let allowed = 0;
  for (let i = 0; i < attempts; i += 1) {
    const answer = await work().catch((thrown: unknown) => {
      if (thrown instanceof Refusal && thrown.status === 429) return false;
      throw thrown;
    });
    if (answer !== false) allowed += 1;
  }
  return allowed;
}

const routes = (caller: Caller, order = ORDER, attempts = 70) =>
  countOf(attempts, () => countRoute(caller, order));
const options = (caller: Caller, order = ORDER, attempts = 200) =>
  countOf(attempts, () => countOption(caller, order));

describe('routes', () => {
  it('are asked for 60 times a minute by one caller, whatever they pay', async () => {
    const from = callers();
    expect(await routes(from('192.0.2.1'))).toBe(60);
    expect(await routes(from('192.0.2.1'), OTHER_ORDER, 1)).toBe(0);
    await expect(countRoute(from('192.0.2.1'), ORDER)).rejects.toMatchObject({
      code: 'too_many_routes',
      status: 429,
      retryAfterSeconds: 60,
    });
    expect(await routes(from('192.0.2.2'), ORDER, 1)).toBe(1);
  });

  it('are asked for 180 times a minute for one payment, and no more of it for a caller who is refused', async () => {
    const from = callers();
    const ips = ['192.0.2.1', '192.0.2.2', '192.0.2.3', '192.0.2.4'];
    const counts: number[] = [];
    for (const ip of ips) counts.push(await routes(from(ip)));
    expect(counts).toEqual([60, 60, 60, 0]);
    expect(await routes(from('192.0.2.5'), OTHER_ORDER, 1)).toBe(1);
  });

  it('are counted together for all addresses that one IPv6 subscriber has', async () => {
    const from = callers();
    expect(await routes(from('2001:db8:0:1::1'))).toBe(60);
    expect(await routes(from('2001:db8:0:1:ffff::2'), ORDER, 1)).toBe(0);
    expect(await routes(from('2001:db8:0:2::1'), ORDER, 1)).toBe(1);
  });
});

describe('quotes of options', () => {
  it('are 180 a minute for one caller and 240 for one payment, and leave routes their own', async () => {
    const from = callers();
    expect(await options(from('192.0.2.1'))).toBe(180);
    expect(await options(from('192.0.2.1'), OTHER_ORDER, 1)).toBe(0);
    expect(await options(from('192.0.2.2'))).toBe(60);
    expect(await routes(from('192.0.2.1'), ORDER, 1)).toBe(1);
  });
});

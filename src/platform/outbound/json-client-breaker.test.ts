import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  answering,
  failureOf,
  JSON_HEADERS,
  useJsonEndpoint,
} from '../../../tests/support/json-endpoint.ts';

const READ = { path: '/rate', schema: z.object({ rate: z.string() }) };

const { serve, clientOf } = useJsonEndpoint();

describe('a breaker', () => {
  it('leaves a service alone that failed three times, and then lets one call try it', async () => {
    const { asked, listener } = answering(503, 503, 503, 503, 200);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url);
    const send = () => client.send({ ...READ, body: {} });
    const message = 'rates failed again and again; left alone';
    for (let i = 0; i < 3; i += 1) {
      await failureOf(send());
      clock.nowMs += 10;
    }
    expect(await failureOf(send())).toEqual(['unreachable', undefined, message]);
    expect(await failureOf(client.read(READ))).toEqual(['unreachable', undefined, message]);
    expect(asked).toHaveLength(3);
    clock.nowMs += 1_000;
    expect(await failureOf(send())).toEqual(['unreachable', 503, 'rates answered 503']);
    clock.nowMs += 2_000;
    expect(await send()).toEqual({ rate: '1.08' });
    expect(await send()).toEqual({ rate: '1.08' });
  });

  it('does not count what the service refuses', async () => {
    const { asked, listener } = answering(404);
    const { url } = await serve(listener);
    const { client } = clientOf(url);
    for (let i = 0; i < 5; i += 1) await failureOf(client.read(READ));
    expect(asked).toHaveLength(5);
  });

  it('does not let a read wait for a service that is left alone', async () => {
    const { listener } = answering(503);
    const { url } = await serve(listener);
    const { client, slept, clock } = clientOf(url);
    await failureOf(client.read(READ));
    expect(slept.splice(0)).toEqual([200, 400]);
    clock.nowMs += 10;
    await failureOf(client.read(READ));
    expect(slept).toEqual([]);
  });

  it('leaves a service alone at once that asks for it, for as long as it asks', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      response.writeHead(429, { ...JSON_HEADERS, 'retry-after': '30' }).end('{}');
    });
    const { client, clock } = clientOf(url);
    const send = () => failureOf(client.send({ ...READ, body: {} }));
    await send();
    clock.nowMs += 29_999;
    await send();
    expect(asked).toBe(1);
    clock.nowMs += 1;
    await send();
    expect(asked).toBe(2);
  });

  it('takes calls that fail together for one failure', async () => {
    let asked = 0;
    const { url } = await serve((_, response) => {
      asked += 1;
      clock.nowMs += 10;
      response.writeHead(503, JSON_HEADERS).end('{}');
    });
    const { client, clock } = clientOf(url);
    const send = () => failureOf(client.send({ ...READ, body: {} }));
    await Promise.all([send(), send(), send()]);
    for (let i = 0; i < 3; i += 1) await send();
    // The first three were one, and the last was not sent.
    expect(asked).toBe(5);
  });

  it('takes a refusal for a service that is back', async () => {
    const { asked, listener } = answering(503, 503, 503, 404, 503, 200);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url);
    const send = () => client.send({ ...READ, body: {} });
    for (let i = 0; i < 3; i += 1) {
      await failureOf(send());
      clock.nowMs += 10;
    }
    clock.nowMs += 1_000;
    expect(await failureOf(send())).toEqual(['refused', 404, 'rates answered 404']);
    // Its failures are counted from none again.
    expect(await failureOf(send())).toEqual(['unreachable', 503, 'rates answered 503']);
    expect(await send()).toEqual({ rate: '1.08' });
    expect(asked).toHaveLength(6);
  });

  it('learns nothing from a call that is our bug, and lets the next one try', async () => {
    const { asked, listener } = answering(503);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url);
    const send = () => failureOf(client.send({ ...READ, body: {} }));
    for (let i = 0; i < 3; i += 1) {
      await send();
      clock.nowMs += 10;
    }
    clock.nowMs += 1_000;
    await expect(client.read({ ...READ, path: 'rate' })).rejects.toThrow();
    await send();
    expect(asked).toHaveLength(4);
    // One failure was enough to leave it alone again.
    await send();
    expect(asked).toHaveLength(4);
  });

  it('can be left out', async () => {
    const { asked, listener } = answering(503);
    const { url } = await serve(listener);
    const { client, clock } = clientOf(url, { hasBreaker: false });
    for (let i = 0; i < 5; i += 1) {
      await failureOf(client.send({ ...READ, body: {} }));
      clock.nowMs += 10;
    }
    expect(asked).toHaveLength(5);
  });
});

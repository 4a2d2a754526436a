import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Asker,
  type RequestsHost,
  requestsHost,
} from '../../../../tests/support/requests-host.ts';

let host: RequestsHost;
beforeAll(async () => {
  host = await requestsHost();
});
afterAll(() => host[Symbol.asyncDispose]());

const EVENT = { status: 'PENDING', amount: '5', processedAt: '2026-01-01T00:00:00Z' };

async function newJourney({ key }: Asker): Promise<string> {
  const { body } = await host.call('POST', '/v2/journey', { headers: key, body: {} });
  return String(body['journeyId']);
}

const append = (queryId: string, body: unknown, { key }: Pick<Asker, 'key'>) =>
  host.call('POST', `/v2/journey/${encodeURIComponent(queryId)}`, { headers: key, body });

const eventsOf = async (journeyId: string, { key }: Asker) =>
  (await host.call('GET', `/v2/journey/${journeyId}`, { headers: key })).body['events'];

describe('201', () => {
  it('writes an event, with nulls for what was left out', async () => {
    const owner = await host.asker();
    const journeyId = await newJourney(owner);
    expect(await append(journeyId, EVENT, owner)).toEqual({
      status: 201,
      body: {
        id: expect.any(String),
        journeyId,
        processorId: owner.accountId,
        status: 'PENDING',
        amount: '5',
        currency: null,
        txReference: null,
        processedAt: '2026-01-01T00:00:00.000Z',
        rawPayload: null,
      },
    });
  });

  it('finds the journey by the reference of an earlier event', async () => {
    const owner = await host.asker();
    const journeyId = await newJourney(owner);
    await append(journeyId, { ...EVENT, txReference: 'wire/77' }, owner);
    const next = await append('wire/77', { ...EVENT, status: 'DONE', currency: 'EUR' }, owner);
    expect(next).toMatchObject({ status: 201, body: { journeyId, currency: 'EUR' } });
    expect(await eventsOf(journeyId, owner)).toHaveLength(2);
  });

  it('writes the same event once, also when it is sent at the same time, whatever the order of its members', async () => {
    const owner = await host.asker();
    const journeyId = await newJourney(owner);
    const bodies = [
      { ...EVENT, txReference: 'a', rawPayload: { bank: { b: 1, a: [2, 1] }, ok: true } },
      { rawPayload: { ok: true, bank: { a: [2, 1], b: 1 } }, txReference: 'a', ...EVENT },
      { ...EVENT, txReference: 'a', rawPayload: { bank: { b: 1, a: [2, 1] }, ok: true } },
    ];
    const answers = await Promise.all(bodies.map((body) => append(journeyId, body, owner)));
    expect(new Set(answers.map(({ body }) => String(body['id']))).size).toBe(1);
    expect(await eventsOf(journeyId, owner)).toHaveLength(1);
    for (const change of [
      { amount: '5.0' },
      { status: 'SENT' },
      { processedAt: '2026-01-01T00:00:00.001Z' },
      { rawPayload: { bank: { b: 1, a: [1, 2] }, ok: true } },
    ]) {
      expect(await append(journeyId, { ...bodies[0], ...change }, owner)).toMatchObject({
        status: 201,
      });
    }
    expect(await eventsOf(journeyId, owner)).toHaveLength(5);
  });

  it('lets a platform that was named go on, and nobody else', async () => {
    const [owner, next, third] = [await host.asker(), await host.asker(), await host.asker()];
    const journeyId = await newJourney(owner);
    expect(await append(journeyId, EVENT, next)).toMatchObject({ status: 404 });
    await append(journeyId, { ...EVENT, nextProcessorId: next.accountId }, owner);
    // The same content by another platform is another event.
    const written = await append(journeyId, { ...EVENT, nextProcessorId: next.accountId }, next);
    expect(written).toMatchObject({ status: 201, body: { processorId: next.accountId } });
    expect(await eventsOf(journeyId, next)).toHaveLength(2);
    expect(await append(journeyId, EVENT, third)).toMatchObject({ status: 404 });
  });
});

describe('400', () => {
  it.each([
    [{}],
    [{ amount: '-1' }],
    [{ amount: '01' }],
    [{ amount: '1e3' }],
    [{ amount: 5 }],
    [{ processedAt: '2026-01-01T00:00:00+02:00' }],
    [{ processedAt: '2026-13-01T00:00:00Z' }],
    [{ status: '' }],
    [{ currency: 'E\0R' }],
    [{ rawPayload: 'x'.repeat(4_000) }],
    [{ amountInUsd: '5' }],
  ])('for %j, and writes nothing', async (change) => {
    const owner = await host.asker();
    const journeyId = await newJourney(owner);
    const body = Object.keys(change).length === 0 ? {} : { ...EVENT, ...change };
    expect(await append(journeyId, body, owner)).toMatchObject({ status: 400 });
    expect(await eventsOf(journeyId, owner)).toEqual([]);
  });
});

describe('401', () => {
  it('without a key', async () => {
    expect(await append('x', EVENT, { key: {} })).toMatchObject({ status: 401 });
  });
});

describe('404', () => {
  it('alike for what is unknown and for what is another account’s, by id and by reference', async () => {
    const [owner, other] = [await host.asker(), await host.asker()];
    const journeyId = await newJourney(owner);
    await append(journeyId, { ...EVENT, txReference: 'wire/404' }, owner);
    for (const queryId of [journeyId, 'wire/404', 'wire/405']) {
      const answer = await append(queryId, EVENT, other);
      expect(answer).toMatchObject({ status: 404, body: { message: 'Journey not found' } });
    }
    expect(await eventsOf(journeyId, owner)).toHaveLength(1);
  });
});

describe('what others write', () => {
  it('takes no reference from the journeys of an account, nor from those it wrote it in', async () => {
    const [owner, partner, other] = [await host.asker(), await host.asker(), await host.asker()];
    const txReference = 'wire/shared';
    const journeyId = await newJourney(owner);
    const named = { ...EVENT, nextProcessorId: partner.accountId };
    await append(journeyId, { ...named, txReference }, owner);
    await append(journeyId, { ...EVENT, txReference }, partner);
    for (const { accountId } of [owner, partner]) {
      const event = { ...EVENT, txReference, nextProcessorId: accountId };
      await append(await newJourney(other), event, other);
    }
    for (const asker of [owner, partner]) {
      const answer = await append(txReference, { ...EVENT, status: 'SENT' }, asker);
      expect(answer).toMatchObject({ status: 201, body: { journeyId } });
    }
  });
});

it('is another event where a list stands in place of an object', async () => {
  const owner = await host.asker();
  const journeyId = await newJourney(owner);
  const ids = [];
  for (const rawPayload of [{ a: 1 }, [['a', 1]], {}, []]) {
    ids.push((await append(journeyId, { ...EVENT, rawPayload }, owner)).body['id']);
  }
  expect(new Set(ids).size).toBe(4);
});

describe('409', () => {
  it('for a reference of several journeys', async () => {
    const owner = await host.asker();
    for (const journeyId of [await newJourney(owner), await newJourney(owner)]) {
      await append(journeyId, { ...EVENT, txReference: 'wire/409' }, owner);
    }
    const answer = await append('wire/409', EVENT, owner);
    expect(answer).toMatchObject({ status: 409, body: { code: 'ambiguous_tx_reference' } });
  });

  it('for more events than a journey has room for', async () => {
    const owner = await host.asker();
    const journeyId = await newJourney(owner);
    const first = await append(journeyId, EVENT, owner);
    const row = await host.ctx.db
      .selectFrom('journey_event')
      .selectAll()
      .where('journey_id', '=', journeyId)
      .executeTakeFirstOrThrow();
    const rows = Array.from({ length: 499 }, (_, i) => ({
      ...row,
      id: `${row.id}-${i}`,
      raw_payload: null,
      content_hash: Buffer.alloc(32, i).fill(i >> 8, 16),
    }));
    await host.ctx.db.insertInto('journey_event').values(rows).execute();
    const full = await append(journeyId, { ...EVENT, status: 'ONE_MORE' }, owner);
    expect(full).toMatchObject({ status: 409, body: { code: 'journey_is_full' } });
    expect((await append(journeyId, EVENT, owner)).body['id']).toBe(first.body['id']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ENDPOINTS } from '../../src/hosts/api/endpoints.ts';
import {
  freshClient,
  linkToken,
  REQUEST_OF_NOBODY,
  USDC_BASE,
  unrelated,
  walletOf,
} from '../support/access-fixtures.ts';
import { type AccessWorld, type Answered, accessWorld, textAt } from '../support/access-world.ts';
import {
  foreignPayees,
  type NamedPayee,
  ownPayee,
  PUBLIC_ROWS,
  type PublicRow,
} from './access/public.ts';
import { signedBody } from './access/signed-destinations.ts';

/**
 * Production: a client ID that browsers carry is known to everybody and proves no intent, at any
 * endpoint that takes one, whatever `Origin` it comes with.
 */

const SHOP = 'https://shop.example';
type Headers = Readonly<Record<string, string>>;

let world: AccessWorld;
let unbound: Headers;
let free: Headers;
let another: Headers;
let backend: Headers;
beforeAll(async () => {
  world = await accessWorld('production');
  unbound = await makeClient({ allowedDomains: [SHOP] });
  another = await makeClient({ allowedDomains: [SHOP] });
  free = await makeClient({ allowedDomains: [SHOP], canPayAnyPayee: true });
  backend = await makeClient({ allowedDomains: [] });
});
afterAll(() => world[Symbol.asyncDispose]());

async function makeClient(more: object): Promise<Headers> {
  const { clientId } = await freshClient(world, world.own, more);
  return { 'x-client-id': clientId, origin: SHOP };
}

const Refused = z.looseObject({
  code: z.string(),
  message: z.string(),
  errors: z.array(z.object({ field: z.string() })).optional(),
});
const fieldsOf = ({ body }: Answered) =>
  (Refused.parse(body).errors ?? []).map(({ field }) => field);
const codeOf = ({ body }: Answered) => Refused.parse(body).code;

const TAKES_CLIENT_IDS = ENDPOINTS.filter(({ accepts }) => accepts.includes('client_id'));
const endpointOf = (operationId: string) => {
  const found = ENDPOINTS.find((one) => one.operationId === operationId);
  if (found === undefined) throw new Error(`no endpoint is called ${operationId}`);
  return found;
};

/** The endpoints whose row says this, each with its row. */
function rowsThat<May extends PublicRow['may']>(may: May) {
  return Object.entries(PUBLIC_ROWS).flatMap(([operationId, row]) =>
    isThat(row, may) ? [[operationId, row] as const] : [],
  );
}

function isThat<May extends PublicRow['may']>(
  row: PublicRow,
  may: May,
): row is Extract<PublicRow, { readonly may: May }> {
  return row.may === may;
}

it('says of every endpoint that takes a client ID what a public one may, and of no other', () => {
  const names = TAKES_CLIENT_IDS.map(({ operationId }) => operationId);
  expect(Object.keys(PUBLIC_ROWS).sort()).toEqual([...names].sort());
});

describe.each(rowsThat('call'))('%s', (operationId, row) => {
  it('answers, and reveals nothing of customers', async () => {
    const endpoint = endpointOf(operationId);
    const answer = await world.call(endpoint, await row.call(world), unbound);
    expect(answer.status).toBe(row.status ?? endpoint.answer.status);
    expect(JSON.stringify(answer.body)).not.toContain('customerInfo');
  });
});

describe.each(rowsThat('nothing'))('%s', (operationId, row) => {
  it('is a 403', async () => {
    const answer = await world.call(endpointOf(operationId), await row.call(world), unbound);
    expect(answer.status).toBe(403);
    expect(['public_client_id', 'proof_required']).toContain(codeOf(answer));
  });
});

describe.each(rowsThat('use its own'))('%s', (operationId, row) => {
  const endpoint = endpointOf(operationId);

  it('answers of what was made with it', async () => {
    const answer = await world.call(endpoint, await row.call(world, unbound), unbound);
    expect([answer.status, answer.body]).toEqual([endpoint.answer.status, expect.anything()]);
  });

  it('knows nothing of what its account made with a key or another client ID', async () => {
    const nobodys = await world.call(endpoint, await row.call(world, undefined), unbound);
    expect(nobodys.status).toBe(row.refused);
    for (const madeBy of [world.own.credentials.api_key, another, backend]) {
      const answer = await world.call(endpoint, await row.call(world, madeBy), unbound);
      expect([answer.status, codeOf(answer)]).toEqual([row.refused, codeOf(nobodys)]);
    }
  });

  it.each(row.keepsOut ?? [])('keeps %o out, and names it', async (fields) => {
    const call = await row.call(world, unbound);
    const sent = { ...call, query: { ...call.query, ...fields } };
    const answer = await world.call(endpoint, sent, unbound);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'public_client_id']);
    expect(fieldsOf(answer)).toEqual(Object.keys(fields));
  });

  it.each(row.keepsOutOfBody ?? [])('keeps %o out of the body, and names it', async (fields) => {
    const call = await row.call(world, unbound);
    const body = Object.assign({}, call.body, fields);
    const answer = await world.call(endpoint, { ...call, body }, unbound);
    expect([answer.status, codeOf(answer)]).toEqual([403, 'public_client_id']);
    expect(fieldsOf(answer)).toEqual(Object.keys(fields));
  });
});

describe.each(rowsThat('pay its own account'))('%s', (operationId, row) => {
  const endpoint = endpointOf(operationId);
  const pay = (body: object, headers: Headers) => world.call(endpoint, { body }, headers);

  it('pays an active destination of the own account', async () => {
    for (const { body } of row.bodies) {
      const answer = await pay(body(ownPayee(world)), unbound);
      expect([answer.status, answer.body]).toEqual([endpoint.answer.status, expect.anything()]);
    }
  });

  it('pays nobody else, and names the field', async () => {
    for (const [who, payee] of foreignPayees(world)) {
      for (const { body, field } of row.bodies) {
        const answer = await pay(body(payee), unbound);
        expect([who, answer.status, codeOf(answer)]).toEqual([who, 403, 'payee_not_allowed']);
        expect(fieldsOf(answer)).toEqual([field]);
      }
    }
  });

  it('pays anybody where its account says so, or where it is no public one', async () => {
    const [[, payee] = ['', ownPayee(world)]] = foreignPayees(world);
    for (const { body } of row.bodies) {
      for (const headers of [free, backend, world.own.credentials.api_key]) {
        expect((await pay(body(payee), headers)).status).toBe(endpoint.answer.status);
      }
    }
  });

  it.each(row.takes ?? [])('takes %o', async (fields) => {
    for (const { body } of row.bodies) {
      const answer = await pay({ ...body(ownPayee(world)), ...fields }, unbound);
      expect(answer.status).toBe(endpoint.answer.status);
    }
  });

  it.each(row.keepsOut)('keeps %o out, and names it', async (fields) => {
    for (const headers of [unbound, free]) {
      for (const { body } of row.bodies) {
        const answer = await pay({ ...body(ownPayee(world)), ...fields }, headers);
        expect([answer.status, codeOf(answer)]).toEqual([403, 'public_client_id']);
        expect(fieldsOf(answer)).toEqual(Object.keys(fields));
      }
    }
  });
});

it('offers any way back to a key, and to a client ID that is not public', async () => {
  const { own } = world;
  const requests = [{ destinationId: own.destinationId, amount: '1' }];
  const body = { requests, redirectUrl: 'https://elsewhere.example/' };
  for (const headers of [backend, own.credentials.api_key]) {
    const answer = await world.call(endpointOf('createSecurePayment'), { body }, headers);
    expect(answer.status).toBe(201);
  }
});

describe('a public client ID with a bound destination', () => {
  it('pays that one at every endpoint, and no other of its account', async () => {
    const { own } = world;
    const wallet = unrelated().address;
    const body = { ...USDC_BASE, walletAddress: wallet };
    const other = await world.done('registerPayeeDestination', { body }, walletOf(own));
    const second = { ...ownPayee(world), wallet, destinationId: textAt(other, 'destinationId') };
    const bound = await makeClient({
      allowedDomains: [SHOP],
      payeeDestinationId: own.destinationId,
    });
    for (const [operationId, row] of rowsThat('pay its own account')) {
      const endpoint = endpointOf(operationId);
      for (const { body } of row.bodies) {
        const call = (payee: NamedPayee) => world.call(endpoint, { body: body(payee) }, bound);
        const answer = await call(second);
        const found = [operationId, answer.status, codeOf(answer)];
        expect(found).toEqual([operationId, 403, 'destination_mismatch']);
        expect((await call(ownPayee(world))).status).toBe(endpoint.answer.status);
      }
    }
  });
});

describe('an active destination that restricts payers', () => {
  it('is paid through links alone', async () => {
    const { own } = world;
    const wallet = unrelated().address;
    const accessPolicy = { mode: 'off', hideUntilApproved: false, hidePayeeAddress: true };
    const body = { ...USDC_BASE, walletAddress: wallet, accessPolicy };
    const made = await world.done('registerPayeeDestination', { body }, walletOf(own));
    const payee = { ...ownPayee(world), wallet, destinationId: textAt(made, 'destinationId') };
    for (const [operationId, row] of rowsThat('pay its own account')) {
      const endpoint = endpointOf(operationId);
      const keeps = operationId === 'createSecurePayment';
      for (const { body } of row.bodies) {
        const { status } = await world.call(endpoint, { body: body(payee) }, unbound);
        expect([operationId, status]).toEqual([operationId, keeps ? 201 : 400]);
      }
    }
  });
});

it('pays no destination that its account has ended, at any endpoint', async () => {
  const { own } = world;
  const wallet = unrelated().address;
  const added = { ...USDC_BASE, walletAddress: wallet };
  const made = await world.done('registerPayeeDestination', { body: added }, walletOf(own));
  const destinationId = textAt(made, 'destinationId');
  await world.done('deactivatePayeeDestination', { body: { destinationId } }, walletOf(own));
  const ended = { ...ownPayee(world), wallet, destinationId };
  for (const [operationId, row] of rowsThat('pay its own account')) {
    for (const { body } of row.bodies) {
      const answer = await world.call(endpointOf(operationId), { body: body(ended) }, unbound);
      const found = [operationId, answer.status, codeOf(answer)];
      expect(found).toEqual([operationId, 403, 'payee_not_allowed']);
    }
  }
});

it('prepares no batch of requests that its account made otherwise', async () => {
  const { own } = world;
  const { id } = await linkToken(world, own);
  const pay = (requestIds: string[]) =>
    world.call(endpointOf('createBatchPayout'), { body: { requestIds } }, unbound);
  const theirs = await pay([id]);
  const nobodys = await pay([REQUEST_OF_NOBODY]);
  expect([theirs.status, codeOf(theirs)]).toEqual([400, 'not_payable']);
  expect([nobodys.status, codeOf(nobodys)]).toEqual([400, 'not_payable']);
  const asked = { body: { requests: [{ destinationId: own.destinationId, amount: '1' }] } };
  const made = await world.done('createSecurePayment', asked, unbound);
  const ids = z.array(z.string()).parse(made['requestIds']);
  expect((await pay(ids)).status).toBe(201);
});

it('reads and pays what its account made for it, by API key with it beside', async () => {
  const { own } = world;
  const both = { ...own.credentials.api_key, 'x-client-id': unbound['x-client-id'] ?? '' };
  const body = { requests: [{ destinationId: own.destinationId, amount: '1' }] };
  const made = await world.done('createSecurePayment', { body }, both);
  const [requestId = ''] = z.array(z.string()).parse(made['requestIds']);
  for (const operationId of ['viewRequest', 'payRequest']) {
    const answer = await world.call(endpointOf(operationId), { params: { requestId } }, unbound);
    expect([operationId, answer.status]).toEqual([operationId, 200]);
  }
});

describe('an unrelated wallet that signs for itself', () => {
  it('is never paid through the account of a public client ID, with whatever comes along', async () => {
    const { own, foreign } = world;
    const outsider = unrelated();
    const theirs = foreign.credentials;
    const attempts: Headers[] = [
      unbound,
      free,
      { ...unbound, ...theirs.api_key },
      { ...unbound, ...theirs.wallet_session },
      { ...unbound, ...own.credentials.session },
      { ...own.credentials.orchestrator_pair },
    ];
    for (const headers of attempts) {
      const body = await signedBody(world, outsider, { headers: unbound });
      const answer = await world.call(endpointOf('registerSignedDestination'), { body }, headers);
      expect(answer.status).toBe(403);
    }
    // It is registered in another account, by a client ID without domains.
    const body = await signedBody(world, outsider, { headers: theirs.client_id });
    await world.done('registerSignedDestination', { body }, theirs.client_id);
    const wallet = outsider.address;
    const destinationId = `${wallet}@eip155:8453:${USDC_BASE.tokenAddress}`;
    const payee = { ...ownPayee(world), wallet, destinationId };
    for (const [operationId, row] of rowsThat('pay its own account')) {
      for (const { body } of row.bodies) {
        const answer = await world.call(endpointOf(operationId), { body: body(payee) }, unbound);
        expect([operationId, answer.status]).toEqual([operationId, 403]);
      }
    }
    const rows = await world.ctx.db
      .selectFrom('payee_destination')
      .select('destination_id')
      .where('wallet_address', '=', wallet)
      .execute();
    expect(rows).toHaveLength(1);
    // A call without a destination is still paid to the account's own.
    const made = await world.done(
      'createSecurePayment',
      { body: { requests: [{ amount: '1' }] } },
      own.credentials.api_key,
    );
    const { token } = made;
    const view = await world.done(
      'viewSecurePayment',
      { params: { token: String(token) } },
      own.credentials.client_id,
    );
    expect(JSON.stringify(view)).not.toContain(wallet);
  });
});

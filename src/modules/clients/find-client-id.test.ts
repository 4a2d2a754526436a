import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { createClientId } from './create-client-id.ts';
import { ensurePageClientId } from './ensure-page-client-id.ts';
import { findClientId } from './find-client-id.ts';
import { isOriginListed } from './is-origin-listed.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(async () => {
  await database[Symbol.asyncDispose]();
});

async function clientIdFor(...allowedDomains: string[]) {
  const ctx = testContext({ db: database.db });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const made = await createClientId(ctx, { accountId, label: 'Front', allowedDomains });
  return { ctx, accountId, ...made };
}

const setStatus = (id: string, status: string) =>
  database.db.updateTable('client_id').set({ status }).where('id', '=', id).execute();

describe('a client ID', () => {
  it('is found with its origins', async () => {
    const { ctx, accountId, id, clientId } = await clientIdFor('https://shop.example');
    expect(clientId).toMatch(/^cli_[0-9A-Za-z]{24}$/);
    expect(await findClientId(ctx, clientId)).toEqual({
      accountId,
      clientIdId: id,
      clientId,
      allowedDomains: ['https://shop.example'],
      status: 'active',
      rateTier: 'default',
      boundDestinationId: undefined,
      defaultFee: undefined,
      canPayAnyPayee: true,
      linkedTo: undefined,
    });
  });

  it('of the pay page is for payers only, as it is public', async () => {
    const ctx = testContext({ db: database.db });
    const { clientId } = await ensurePageClientId(ctx, { origin: 'https://pay.example' });
    expect(await findClientId(ctx, clientId)).toMatchObject({ payersOnly: true });
  });

  // Authentication must distinguish 403 from 401.
  it('is found also when it was revoked', async () => {
    const { ctx, id, clientId } = await clientIdFor();
    await setStatus(id, 'revoked');
    expect(await findClientId(ctx, clientId)).toMatchObject({ status: 'revoked' });
  });

  it.each(['cli_', 'cli_unknown', 'CLI_abc', 'cli_a b', `cli_${'a'.repeat(65)}`, 'cli_a\0', ''])(
    'is not found when it does not exist: %j',
    async (text) => {
      expect(await findClientId(testContext({ db: database.db }), text)).toBeUndefined();
    },
  );
});

describe('an origin is listed', () => {
  it('when an active client ID lists exactly it', async () => {
    const { ctx, id } = await clientIdFor('https://listed.example');
    expect(await isOriginListed(ctx, 'https://listed.example')).toBe(true);
    expect(await isOriginListed(ctx, 'https://listed.example:8443')).toBe(false);
    expect(await isOriginListed(ctx, 'http://listed.example')).toBe(false);
    await setStatus(id, 'inactive');
    expect(await isOriginListed(ctx, 'https://listed.example')).toBe(false);
  });
});

describe('the pay page’s client ID', () => {
  it('is one, for any number of simultaneous calls, and follows the page', async () => {
    const ctx = testContext({ db: database.db });
    const asked = await Promise.all(
      Array.from({ length: 5 }, () => ensurePageClientId(ctx, { origin: 'https://pay.example' })),
    );
    const [first] = asked;
    expect(new Set(asked.map(({ clientId }) => clientId)).size).toBe(1);

    const moved = await ensurePageClientId(ctx, { origin: 'https://new.example' });
    expect(moved).toEqual(first);
    expect(await findClientId(ctx, moved.clientId)).toMatchObject({
      allowedDomains: ['https://new.example'],
      status: 'active',
    });
    expect(await isOriginListed(ctx, 'https://pay.example')).toBe(false);
  });

  // From the sixth time on PostgreSQL plans without the values of the parameters.
  it('is kept however often one connection is used for it', async () => {
    const asked = await database.db.connection().execute(async (db) => {
      const ctx = testContext({ db });
      const found: string[] = [];
      for (let count = 0; count < 8; count += 1) {
        found.push((await ensurePageClientId(ctx, { origin: 'https://pay.example' })).clientId);
      }
      return found;
    });
    expect(new Set(asked).size).toBe(1);
  });
});

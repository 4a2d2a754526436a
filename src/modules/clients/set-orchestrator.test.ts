import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAccount } from '#modules/identity/index.ts';
import { testContext, testDatabase } from '../../../tests/support/database.ts';
import { insertPartner } from '../../../tests/support/signed-in.ts';
import { createClientId } from './create-client-id.ts';
import { findOwnClientId } from './find-own-client-id.ts';
import { setOrchestrator } from './set-orchestrator.ts';

let database: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database[Symbol.asyncDispose]());

async function platform() {
  const ctx = testContext({ db: database.db });
  const { id: accountId } = await createAccount(ctx, { name: 'A shop' });
  const made = await createClientId(ctx, { accountId, label: 'Front', allowedDomains: [] });
  const { id: orchestratorId } = await insertPartner(database.db, accountId);
  const find = () => findOwnClientId(ctx, { accountId, clientId: made.clientId });
  const setStatus = (status: string) =>
    database.db.updateTable('client_id').set({ status }).where('id', '=', made.id).execute();
  return { ctx, accountId, orchestratorId, find, setStatus, ...made };
}

describe('a client ID', () => {
  it('is linked to a partner and unlinked', async () => {
    const { ctx, id, clientId, orchestratorId, find } = await platform();
    const unlinked = {
      id,
      clientId,
      label: 'Front',
      status: 'active',
      orchestratorId: null,
      payeeDestinationId: null,
    };
    expect(await find()).toEqual(unlinked);
    expect(await setOrchestrator(ctx, { clientIdId: id, orchestratorId })).toBe(true);
    expect(await find()).toEqual({ ...unlinked, orchestratorId });
    expect(await setOrchestrator(ctx, { clientIdId: id, orchestratorId: null })).toBe(true);
    expect(await find()).toEqual(unlinked);
  });

  it.each(['inactive', 'revoked'])('that is %s is not linked, but unlinked', async (status) => {
    const { ctx, id, orchestratorId, find, setStatus } = await platform();
    await setStatus(status);
    expect(await setOrchestrator(ctx, { clientIdId: id, orchestratorId })).toBe(false);
    expect(await find()).toMatchObject({ status, orchestratorId: null });
    expect(await setOrchestrator(ctx, { clientIdId: id, orchestratorId: null })).toBe(true);
  });

  it('is found only by its owner', async () => {
    const { clientId } = await platform();
    const { ctx, accountId } = await platform();
    expect(await findOwnClientId(ctx, { accountId, clientId })).toBeUndefined();
    expect(await findOwnClientId(ctx, { accountId, clientId: 'cli_nobody' })).toBeUndefined();
    expect(await findOwnClientId(ctx, { accountId, clientId: 'nonsense\0' })).toBeUndefined();
  });
});

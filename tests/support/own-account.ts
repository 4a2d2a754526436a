import { pino } from 'pino';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { systemClock } from '#kit/clock.ts';
import { createApiKey, createClientId } from '#modules/clients/index.ts';
import { registerDestination } from '#modules/destinations/index.ts';
import { addEmailLogin, addWalletLogin, createAccount } from '#modules/identity/index.ts';
import { openDatabase } from '#platform/db/pool.ts';
import type { SandboxFile } from '../../src/sandbox/sandbox-file.ts';
import { fromEvmAddress, toBase58 } from '../../src/sandbox/tron/address.ts';
import { testContext } from './context.ts';

const PASSWORD = 'a password of the tests';

/**
 * Opens an account in a running sandbox, beside the one that it starts with: with a payee, credentials and ways to sign in of
 * its own. Link and inbox stay those of the sandbox's account.
 */
export async function openAccount(databaseUrl: string, sandbox: SandboxFile): Promise<SandboxFile> {
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase(databaseUrl, { log, connectionsMax: 1 });
  try {
    const ctx = testContext({ db, now: systemClock });
    const { id: accountId } = await createAccount(ctx, { name: 'A shop of the tests' });
    const privateKey = generatePrivateKey();
    const { address } = privateKeyToAccount(privateKey);
    const { destinationId } = await registerDestination(ctx, {
      accountId,
      destinationId: anotherPayee(sandbox.payee.destinationId, address),
    });
    await addWalletLogin(ctx, { accountId, family: 'evm', address });
    const login = { email: `${address}@shops.example`.toLowerCase(), password: PASSWORD };
    await addEmailLogin(ctx, { accountId, ...login });
    const { apiKey } = await createApiKey(ctx, { accountId, label: 'Key of the tests' });
    const allowedDomains = [sandbox.origin];
    const input = { accountId, label: 'Client ID of the tests', allowedDomains };
    const { clientId } = await createClientId(ctx, input);
    const tronAddress = sandbox.payee.tronAddress && toBase58(fromEvmAddress(address));
    const payee = { address, privateKey, destinationId, ...(tronAddress && { tronAddress }) };
    return { ...sandbox, apiKey, clientId, login, payee };
  } finally {
    await close();
  }
}

/** The same destination of another wallet; the checksum is added when it is registered. */
const anotherPayee = (destinationId: string, address: string) =>
  destinationId.replace(/^0x[0-9a-fA-F]{40}/, address).replace(/#[0-9A-F]+/, '');

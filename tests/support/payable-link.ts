import { randomBytes } from 'node:crypto';
import { currencyById } from '#catalog/currencies.ts';
import type { WalletScreenerName } from '#catalog/wallet-screeners.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { orderedIdMaker } from '#kit/ulid.ts';
import type { Database } from '#platform/db/database.ts';
import { TEST_TIME } from './context.ts';

const newId = orderedIdMaker(() => TEST_TIME);
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** A payee of the tests, in EIP-55 form. */
export const TEST_PAYEE = '0x1111111111111111111111111111111111111111';

/** An account with one link over one request, written straight into the tables. */
export interface PayableLink {
  readonly accountId: string;
  readonly token: string;
  /** The request's row. */
  readonly requestRowId: string;
  readonly requestId: string;
  readonly referenceKey: Hex;
  readonly tokenAddress: string;
  readonly expectedUnits: bigint;
}

interface LinkParts {
  readonly accountId?: string;
  readonly currencyId?: string;
  readonly payeeAddress?: string;
  readonly expectedUnits?: bigint;
  readonly expiresAt?: Date;
  readonly status?: string;
  readonly flow?: 'incoming' | 'outgoing';
  readonly clientIdId?: string;
  readonly origin?: string;
  readonly fee?: { readonly units: bigint; readonly address: string };
  readonly destinationId?: string;
  /** The wallets that may pay; left out, everybody may. */
  readonly allowedPayers?: readonly string[];
  readonly hidesUntilApproved?: boolean;
  readonly hidesPayee?: boolean;
  /** Who judges the wallets that pay it, by their order. */
  readonly screenedBy?: readonly WalletScreenerName[];
}

/** Adds an account and returns its id. */
export async function insertAccount(db: Database): Promise<string> {
  const id = newId();
  await db.insertInto('account').values({ id, name: 'A shop', created_at: TEST_TIME }).execute();
  return id;
}

/** Adds a client ID and returns its row and its public text. */
export async function insertClientId(
  db: Database,
  accountId: string,
): Promise<{ readonly id: string; readonly clientId: string }> {
  const id = newId();
  const clientId = `cli_${randomBytes(8).toString('hex')}`;
  await db
    .insertInto('client_id')
    .values({
      id,
      account_id: accountId,
      client_id: clientId,
      label: 'A shop front',
      status: 'active',
      created_at: TEST_TIME,
    })
    .execute();
  return { id, clientId };
}

function accessOf({ allowedPayers, hidesUntilApproved, hidesPayee, screenedBy }: LinkParts) {
  const providers = screenedBy?.map((provider) => ({ provider, policyId: null }));
  return {
    screening: providers === undefined ? null : JSON.stringify({ providers }),
    restricts_payers: allowedPayers !== undefined,
    hides_until_approved: hidesUntilApproved ?? false,
    hides_payee: hidesPayee ?? false,
  };
}

async function insertPayers(db: Database, token: string, parts: LinkParts): Promise<void> {
  for (const wallet_address of parts.allowedPayers ?? []) {
    const payer = { secure_payment_token: token, wallet_address };
    await db.insertInto('secure_payment_payer').values(payer).execute();
  }
}

/** Adds a link over 12.5 USDC on Sepolia, by default. */
export async function insertLink(db: Database, parts: LinkParts = {}): Promise<PayableLink> {
  const accountId = parts.accountId ?? (await insertAccount(db));
  const currency = currencyById(parts.currencyId ?? 'USDC-sepolia');
  if (currency === undefined) throw new Error('the test names a currency that does not exist');
  const token = newId();
  const requestRowId = newId();
  const requestId = `01${randomBytes(32).toString('hex')}`;
  const referenceKey = randomBytes(32);
  const expectedUnits = parts.expectedUnits ?? 12_500_000n;
  await db
    .insertInto('request')
    .values({
      id: requestRowId,
      account_id: accountId,
      request_id: requestId,
      payment_reference: hexOf(randomBytes(8)),
      reference_key: referenceKey,
      salt: randomBytes(8).toString('hex'),
      status: 'created',
      network: currency.network,
      currency_id: currency.id,
      token_address: currency.address,
      payee_address: parts.payeeAddress ?? TEST_PAYEE,
      expected_units: expectedUnits,
      fee_units: parts.fee?.units ?? 0n,
      fee_percentage: parts.fee === undefined ? null : '1',
      fee_address: parts.fee?.address ?? null,
      flow: parts.flow ?? 'incoming',
      created_at: TEST_TIME,
    })
    .execute();
  await db
    .insertInto('secure_payment')
    .values({
      token,
      account_id: accountId,
      client_id_id: parts.clientIdId ?? null,
      origin: parts.origin ?? null,
      payment_type: 'single',
      flow: parts.flow ?? 'incoming',
      status: parts.status ?? 'pending',
      destination_id: parts.destinationId ?? null,
      ...accessOf(parts),
      created_at: TEST_TIME,
      expires_at: parts.expiresAt ?? new Date(TEST_TIME.getTime() + WEEK_MS),
    })
    .execute();
  await db
    .insertInto('secure_payment_request')
    .values({ secure_payment_token: token, position: 0, request_id: requestRowId })
    .execute();
  await insertPayers(db, token, parts);
  return {
    accountId,
    token,
    requestRowId,
    requestId,
    referenceKey: hexOf(referenceKey),
    tokenAddress: currency.address,
    expectedUnits,
  };
}

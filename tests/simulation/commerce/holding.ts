import { currencyById } from '#catalog/currencies.ts';
import type { EscrowCollection } from '#catalog/escrows.ts';
import type { Chain, EscrowReads, EscrowTerms } from '#chains/chain.ts';
import { type Hex, hexOf } from '#kit/hex.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import type { FakeChain } from '../../chains/fake/chain.ts';
import type { FakeEscrow } from '../../chains/fake/escrow.ts';
import { viewOf } from '../../chains/fake/node.ts';
import type { Dice } from '../dice.ts';
import { isSimulated, type Simulated, WALLETS } from '../networks.ts';
import type { Plant } from '../plants.ts';
import type { SimWorld } from '../world.ts';

/** The wallet whose key the installation has. */
export const OPERATOR = '0x7777777777777777777777777777777777777777';
/** A shop that operates its payments itself. */
export const OTHER_OPERATOR = '0x8888888888888888888888888888888888888888';
/** How often a block holds what the operator's key sent, and what a reorg took out of one. */
const TAKEN_SHARE = 0.75;
const TAKEN_AGAIN_SHARE = 0.25;
/** Never used up. */
const RICH = 10n ** 40n;

/** What is held in escrows, in worlds with commerce payments. */
export interface Holding {
  /** What the key of the installation sent without the installation. */
  readonly outside: Set<Hex>;
  /** The highest block that any node of a network has had. */
  readonly highest: Map<string, bigint>;
  /** The client ID of a shop that operates its payments itself. */
  clientIdId: string;
}

/** The dollars of a network. */
export const dollarsOf = (network: Simulated): string => `USDC-${network}`;

/** Where a token of a network is. */
export const tokenOf = (network: Simulated): string =>
  currencyById(dollarsOf(network))?.address ?? '';

/** Opens what is held; operators and others have as much as they want. */
export function openHolding(parts: {
  readonly chains: SimWorld['chains'];
  readonly networks: readonly Simulated[];
  readonly dice: Dice;
}): Holding {
  for (const network of parts.networks) {
    const chain = parts.chains[network];
    for (const wallet of [OPERATOR, OTHER_OPERATOR, WALLETS.unrelated]) {
      chain.give(wallet, undefined, RICH);
      chain.give(wallet, tokenOf(network), RICH);
    }
    const taken = new Set<Hex>();
    chain.sending.choose = (versions) => {
      const wasTaken = versions.some(({ transactionHash }) => taken.has(transactionHash));
      if (!parts.dice.isHit(wasTaken ? TAKEN_AGAIN_SHARE : TAKEN_SHARE)) return undefined;
      const version = parts.dice.pick(versions);
      taken.add(version.transactionHash);
      return version;
    };
  }
  return { outside: new Set(), highest: new Map(), clientIdId: '' };
}

/** The account that calls by a client ID whose operator is another wallet. */
export async function addOtherShop({ db, holding, accounts, clock }: SimWorld): Promise<void> {
  if (holding === undefined) return;
  holding.clientIdId = 'client of the other shop';
  await db
    .insertInto('client_id')
    .values({
      id: holding.clientIdId,
      account_id: accounts[0] ?? '',
      client_id: 'cli_other',
      label: 'operates itself',
      status: 'active',
      operator_wallet_address: OTHER_OPERATOR,
      created_at: clock(),
    })
    .execute();
}

/** The escrow of a chain of these worlds. */
export function escrowOf({ holding, network }: FakeChain): FakeEscrow {
  if (holding === undefined) throw new Error(`${network.id} has an escrow`);
  return holding;
}

/** The chain as an installation with the operator's key has it: each read of the escrow by any node. */
export function holdsAs(
  chain: Chain,
  fake: FakeChain,
  {
    holding,
    dice,
    plant,
  }: {
    readonly holding: Holding | undefined;
    readonly dice: Dice;
    readonly plant: Omit<Plant, 'shows'>;
  },
): Chain {
  if (holding === undefined) return chain;
  const anyNode = () => viewOf(fake.ledger, dice.pick(fake.nodeList));
  const reads: EscrowReads = escrowOf(fake).readsThrough(anyNode);
  return {
    ...chain,
    escrow: plant.escrowAs?.(reads) ?? reads,
    sender: fake.sending.senderOf(OPERATOR),
  };
}

/** A commerce payment as its parties know it. */
export interface HeldPayment {
  readonly id: string;
  readonly requestId: string;
  readonly accountId: string;
  readonly network: Simulated;
  readonly status: string;
  readonly hash: Hex;
  readonly terms: EscrowTerms;
  readonly units: bigint;
  readonly collection: EscrowCollection;
}

const COLLECTIONS: readonly EscrowCollection[] = ['pre_approval', 'erc3009', 'permit2'];

/** Every commerce payment that was ever made, oldest first. */
export async function findHeld({ db }: SimWorld): Promise<HeldPayment[]> {
  const rows = await db.selectFrom('commerce_payment').selectAll().orderBy('id').execute();
  return rows.flatMap((row) => {
    const currency = currencyById(row.currency_id);
    const collection = COLLECTIONS.find((one) => one === row.collection);
    if (!isSimulated(row.network) || currency === undefined || collection === undefined) return [];
    return [
      {
        id: row.id,
        requestId: row.request_id,
        accountId: row.account_id,
        network: row.network,
        status: row.status,
        hash: hexOf(row.payment_hash),
        units: BigInt(row.amount_units),
        collection,
        terms: {
          operatorAddress: row.operator_address,
          payerAddress: row.payer_address,
          receiverAddress: row.receiver_address,
          currency,
          maxUnits: BigInt(row.max_units),
          preApprovalExpiresAt: row.pre_approval_expires_at,
          authorizationExpiresAt: row.authorization_expires_at,
          refundExpiresAt: row.refund_expires_at,
          feeBps: row.fee_bps,
          feeAddress: row.fee_address ?? undefined,
          paymentReference: hexOf(row.payment_reference),
        },
      },
    ];
  });
}

/** What nothing may be added to: whom the shops pay. */
export const receiverBalance = (network: Simulated): string =>
  nameOf.balance(tokenOf(network), WALLETS.payee);

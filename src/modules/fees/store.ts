import type { Selectable } from 'kysely';
import type { Context } from '#context.ts';
import { invariant } from '#kit/failure.ts';
import type { FeeConfigTable } from '#platform/db/tables.generated.ts';
import {
  CONFIG_BEARERS,
  CONFIG_FLOWS,
  CONFIG_STATUSES,
  type ConfigFlow,
  type ConfigTerms,
  type FeeConfig,
} from './model/fee-config.ts';

/** Adds a config. False when its scope has one of that flow and bearer, disabled or not. */
export async function insertFeeConfig(
  ctx: Context,
  config: FeeConfig & { readonly accountId: string },
): Promise<boolean> {
  const added = await ctx.db
    .insertInto('fee_config')
    .values({
      id: config.id,
      account_id: config.accountId,
      orchestrator_id: config.orchestratorId,
      client_id_id: config.clientIdId,
      flow: config.flow,
      bearer: config.feeBearer,
      ...columnsOf(config),
      created_at: config.createdAt,
      updated_at: config.updatedAt,
    })
    .onConflict((conflict) => conflict.constraint('fee_config_scope').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Whose configs are meant: a partner's defaults, or its overrides for one client ID. */
export interface ConfigScope {
  readonly orchestratorId: string;
  readonly clientIdId: string | null;
}

/** The configs of a scope, oldest first, disabled ones included. */
export async function findFeeConfigs(
  ctx: Context,
  { orchestratorId, clientIdId }: ConfigScope,
): Promise<FeeConfig[]> {
  const rows = await ctx.db
    .selectFrom('fee_config')
    .selectAll()
    .where('orchestrator_id', '=', orchestratorId)
    .where('client_id_id', 'is not distinct from', clientIdId)
    .orderBy('id')
    .execute();
  return rows.map(configFrom);
}

/** A config of a scope, locked until the transaction ends. */
export async function lockFeeConfig(
  ctx: Context,
  { orchestratorId, clientIdId, id }: ConfigScope & { readonly id: string },
): Promise<FeeConfig | undefined> {
  const row = await ctx.db
    .selectFrom('fee_config')
    .selectAll()
    .where('id', '=', id)
    .where('orchestrator_id', '=', orchestratorId)
    .where('client_id_id', 'is not distinct from', clientIdId)
    .forUpdate()
    .executeTakeFirst();
  return row && configFrom(row);
}

/** Replaces the terms of a locked config. */
export async function updateFeeConfigTerms(
  ctx: Context,
  id: string,
  change: { readonly terms: ConfigTerms; readonly updatedAt: Date },
): Promise<void> {
  await ctx.db
    .updateTable('fee_config')
    .set({ ...columnsOf(change.terms), updated_at: change.updatedAt })
    .where('id', '=', id)
    .execute();
}

/** The configs that a payment of a partner may fall under: its defaults and the client ID's own. */
export async function findConfigsFor(
  ctx: Context,
  of: { readonly orchestratorId: string; readonly clientIdId: string; readonly flow: ConfigFlow },
): Promise<FeeConfig[]> {
  const rows = await ctx.db
    .selectFrom('fee_config')
    .selectAll()
    .where('orchestrator_id', '=', of.orchestratorId)
    .where('flow', '=', of.flow)
    .where((is) => is.or([is('client_id_id', 'is', null), is('client_id_id', '=', of.clientIdId)]))
    .orderBy('id')
    .execute();
  return rows.map(configFrom);
}

function columnsOf(terms: ConfigTerms) {
  return {
    bps: terms.bps,
    usd_cap: terms.usdCap,
    evm_recipient_address: terms.evmRecipientAddress,
    tron_recipient_address: terms.tronRecipientAddress,
    status: terms.status,
  };
}

function configFrom(row: Selectable<FeeConfigTable>): FeeConfig {
  return {
    id: row.id,
    orchestratorId: row.orchestrator_id,
    clientIdId: row.client_id_id,
    flow: oneOf(CONFIG_FLOWS, row.flow),
    feeBearer: oneOf(CONFIG_BEARERS, row.bearer),
    bps: row.bps,
    usdCap: row.usd_cap,
    evmRecipientAddress: row.evm_recipient_address,
    tronRecipientAddress: row.tron_recipient_address,
    status: oneOf(CONFIG_STATUSES, row.status),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function oneOf<Word extends string>(names: readonly Word[], text: string): Word {
  const found = names.find((candidate) => candidate === text);
  invariant(found !== undefined, `no fee config says "${text}"`);
  return found;
}

import { accountOf, type Context } from '#context.ts';
import { invariant, Refusal } from '#kit/failure.ts';
import { recordAudit } from '#modules/audit/index.ts';
import { transact } from '#platform/db/transact.ts';
import { checkRows } from './check-rows.ts';
import { type CheckedRow, type PayableRow, payableRows } from './model/checked-row.ts';
import { fingerprintOf } from './model/fingerprint.ts';
import type { CreatePayoutImportRequest } from './model/import-body.ts';
import { findSameImport, insertPayoutImport, type NewPayoutImport } from './store/imports.ts';
import { viewPayoutImport } from './view-payout-import.ts';

/**
 * Takes a list of payouts, which a background job then creates one after another: each once, whatever is killed or asked again.
 *
 * Refuses (400) rows that cannot be created, naming each; (409) a list that was imported before, unless it names that import as
 * the one that it pays again. Then nothing was written.
 */
export async function createPayoutImport(ctx: Context, input: CreatePayoutImportRequest) {
  const rows = await checkRows(ctx, input);
  const payable = payableRows(rows);
  if (payable.length < rows.length) throw rowsRefused(rows);
  const id = ctx.newOrderedId();
  const accountId = accountOf(ctx);
  const fingerprint = fingerprintOf(payable);
  const { repeatOf = null } = input;
  await transact(ctx, async (ctx) => {
    const same = await findSameImport(ctx, { accountId, fingerprint });
    if ((same?.id ?? null) !== repeatOf) throw importedBefore(same);
    const draft = draftImport(ctx, { id, input, rows: payable, fingerprint });
    if (!(await insertPayoutImport(ctx, draft))) {
      throw importedBefore(await findSameImport(ctx, { accountId, fingerprint }));
    }
    await recordAudit(ctx, {
      accountId,
      action: 'payout_import.created',
      object: { kind: 'payout_import', id },
      details: { rows: payable.length },
    });
  });
  return await viewPayoutImport(ctx, { id });
}

interface ImportDraft {
  readonly id: string;
  readonly input: CreatePayoutImportRequest;
  readonly rows: readonly PayableRow[];
  readonly fingerprint: Buffer;
}

function draftImport(ctx: Context, { id, input, rows, fingerprint }: ImportDraft): NewPayoutImport {
  const createdAt = ctx.now();
  const accountId = accountOf(ctx);
  return {
    added: {
      id,
      account_id: accountId,
      status: 'running',
      file_name: input.fileName ?? null,
      creator_wallet_address: input.creatorWalletAddress.trim(),
      makes_bundles: input.makesBundles,
      fingerprint,
      repeat_of: input.repeatOf ?? null,
      ...creatorColumns(ctx),
      created_at: createdAt,
    },
    rows: rows.map(({ position, line, payout }) => ({
      payout_import_id: id,
      position,
      account_id: accountId,
      line,
      status: 'waiting',
      recipient: payout.recipient,
      network: payout.network,
      currency_id: payout.currencyId,
      amount_units: payout.amountUnits,
      reference: payout.reference ?? null,
      due_at: createdAt,
    })),
    people: rows.flatMap(({ position, payout: { recipientIdentifier } }) =>
      recipientIdentifier === undefined
        ? []
        : [{ payout_import_id: id, position, recipient_identifier: recipientIdentifier }],
    ),
  };
}

function creatorColumns({ actor }: Context) {
  if (actor.kind === 'api_key') return { api_key_id: actor.apiKeyId };
  invariant(actor.kind === 'session', 'imports are created by API keys and sessions');
  const { sessionId, loginId, personId } = actor;
  return { session_id: sessionId, login_id: loginId, person_id: personId };
}

/** 400: rows of which no payout can be created. */
export function rowsRefused(rows: readonly Pick<CheckedRow, 'position' | 'line' | 'problems'>[]) {
  const errors = rows.flatMap(({ position, line, problems }) =>
    problems.map(({ field, message }) => ({
      field: field === '' ? `rows[${position}]` : `rows[${position}].${field}`,
      message: `line ${line}: ${message}`,
    })),
  );
  const message = `${rows.filter(({ problems }) => problems.length > 0).length} rows cannot be paid: nothing was created`;
  return new Refusal('payout_import_rows_refused', 400, { message, errors });
}

/** 409: the list is not the one that was named, or was imported before. */
export function importedBefore(same: { readonly id: string } | undefined): Refusal {
  const message =
    same === undefined
      ? 'repeatOf names no import of exactly these payouts: leave it out'
      : `Exactly these payouts were imported before, as ${same.id}: name it in repeatOf to pay them once more`;
  return new Refusal('payout_import_exists', 409, {
    message,
    ...(same !== undefined && { body: { importId: same.id } }),
  });
}

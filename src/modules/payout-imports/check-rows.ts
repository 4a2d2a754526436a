import { setImmediate } from 'node:timers/promises';
import { isNetworkId } from '#catalog/networks.ts';
import type { Context } from '#context.ts';
import { Outage, Refusal } from '#kit/failure.ts';
import { CreatePayoutLinkInput, previewPayoutLink } from '#modules/secure-payments/index.ts';
import { clearMessages, refuseInput } from '#platform/http/field-issues.ts';
import { type CheckedRow, payableRows, type RowFinding } from './model/checked-row.ts';
import { findDuplicates } from './model/find-duplicates.ts';
import type { ValidatePayoutImportRequest } from './model/import-body.ts';

/** Addresses of which a node is asked by one call: no provider takes fewer. */
const ADDRESSES_MAX = 100;

/** So many rows are checked before other calls of this process have their say. */
const ROWS_AT_ONCE = 50;

/** Checks rows as creating their payouts would, each by itself: what stands against one is a problem. Writes nothing. */
export async function checkRows(
  ctx: Context,
  { rows: written, creatorWalletAddress }: ValidatePayoutImportRequest,
): Promise<readonly CheckedRow[]> {
  const rows: CheckedRow[] = [];
  for (const [position, row] of written.entries()) {
    if (position % ROWS_AT_ONCE === 0) await setImmediate();
    const { line = position + 1, ...cells } = row;
    const checked = await checkRow(ctx, { ...filledIn(cells), creatorWalletAddress });
    rows.push({ position, line, ...checked });
  }
  return rows;
}

/** Rows that were looked at for what is unusual. */
interface RowsWarned {
  readonly rows: readonly CheckedRow[];
  /** Whether every recipient was looked at on its chain. */
  readonly areContractsChecked: boolean;
}

/** Adds what is unusual about rows, which stands against none. A node that does not answer only leaves warnings out. */
export async function warnOfRows(
  ctx: Context,
  rows: readonly CheckedRow[],
  creatorWalletAddress: string,
): Promise<RowsWarned> {
  const payable = payableRows(rows);
  const duplicates = findDuplicates(payable);
  const contracts = await findContracts(
    ctx,
    payable.map(({ payout }) => payout),
  );
  const warned = rows.map((row) => {
    const { payout } = row;
    if (payout === undefined) return row;
    const duplicate = duplicates.get(row.position);
    const isContract = contracts.found.has(placeOf(payout));
    const isPayer = sameText(payout.recipient, creatorWalletAddress);
    const warnings = [
      ...(duplicate === undefined ? [] : [duplicate]),
      ...(isContract ? [RECIPIENT_IS_CONTRACT] : []),
      ...(isPayer ? [RECIPIENT_IS_PAYER] : []),
    ];
    return { ...row, warnings };
  });
  return { rows: warned, areContractsChecked: contracts.areChecked };
}

const RECIPIENT_IS_CONTRACT: RowFinding = {
  field: 'recipient',
  code: 'recipient_is_contract',
  message: 'recipient is a contract: make sure that its owner can use what it receives',
};

const RECIPIENT_IS_PAYER: RowFinding = {
  field: 'recipient',
  code: 'recipient_is_payer',
  message: 'recipient is the wallet that prepares the payouts, which cannot pay itself',
};

/** Cells without their empty ones: in a file an empty cell is a field that was left out. */
function filledIn(cells: Readonly<Record<string, string | undefined>>): Record<string, string> {
  const written = Object.entries(cells).flatMap(([field, text]) => {
    const trimmed = text?.trim() ?? '';
    return trimmed === '' ? [] : [[field, trimmed] as const];
  });
  return Object.fromEntries(written);
}

async function checkRow(
  ctx: Context,
  cells: Readonly<Record<string, string>>,
): Promise<Pick<CheckedRow, 'payout' | 'problems' | 'warnings'>> {
  const parsed = CreatePayoutLinkInput.safeParse(cells, clearMessages);
  if (!parsed.success) return refused(refuseInput(parsed.error.issues, {}));
  try {
    const preview = await previewPayoutLink(ctx, parsed.data);
    const { reference, recipientIdentifier } = parsed.data;
    return { payout: { ...preview, reference, recipientIdentifier }, problems: [], warnings: [] };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function refused({ code, message, errors }: Refusal) {
  const problems = errors?.map((one) => ({ ...one, code })) ?? [{ field: '', code, message }];
  return { payout: undefined, problems, warnings: [] };
}

type Recipient = { readonly network: string; readonly recipient: string };

const placeOf = ({ network, recipient }: Recipient) => `${network} ${recipient}`;

/** Which recipients are contracts, where a node answers; a key that delegates to a contract is a key. */
async function findContracts(ctx: Context, recipients: readonly Recipient[]) {
  const found = new Set<string>();
  let areChecked = true;
  for (const [network, same] of Map.groupBy(recipients, (one) => one.network)) {
    const accounts = isNetworkId(network) ? ctx.chains.get(network)?.accounts : undefined;
    const addresses = [...new Set(same.map(({ recipient }) => recipient))];
    try {
      for (let at = 0; accounts !== undefined && at < addresses.length; at += ADDRESSES_MAX) {
        const asked = addresses.slice(at, at + ADDRESSES_MAX);
        const states = await accounts.readAccounts(asked);
        asked.forEach((recipient, i) => {
          if (states[i]?.kind === 'contract') found.add(placeOf({ network, recipient }));
        });
      }
    } catch (error) {
      if (!(error instanceof Outage)) throw error;
      areChecked = false;
    }
  }
  return { found, areChecked };
}

function sameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

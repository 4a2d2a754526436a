import { type Context, requireDataVault } from '#context.ts';
import { SEALED_PERSON } from './sealed-person.ts';
import { type PayerKey, readPayerRow } from './store/erasures.ts';

/** Everything that is stored of a payer, in clear: for the person whose data it is. */
export async function exportPayer(
  ctx: Context,
  payer: PayerKey,
): Promise<Readonly<Record<string, unknown>>> {
  const { row, secret } = await readPayerRow(ctx, payer);
  if (secret === undefined) return row;
  const text = requireDataVault(ctx).open(secret, { ...payer, ...SEALED_PERSON });
  const person: unknown = JSON.parse(text);
  return { ...row, person };
}

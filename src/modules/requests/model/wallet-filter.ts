import { refuseFields } from '#kit/failure.ts';
import { readAnyAddress } from '#modules/destinations/index.ts';

/**
 * A wallet that a list is filtered by, in the form in which it is stored, whatever case it was
 * written in; undefined where none was named. Refuses (400) what is no wallet on any chain, by the name of the
 * query's field.
 */
export function readWalletFilter(
  text: string | undefined,
  field = 'walletAddress',
): string | undefined {
  if (text === undefined) return undefined;
  const address = readAnyAddress(text) ?? readAnyAddress(text.toLowerCase());
  if (address !== undefined) return address.text;
  throw refuseFields([{ field, message: `${field} must be a wallet address` }]);
}

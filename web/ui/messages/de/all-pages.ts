import type {
  commonMessages as englishCommon,
  findingMessages as englishFinding,
} from '../en/all-pages.ts';
import type { Translation } from '../translation.ts';

/** The German texts that every page has from its first paint on. */
export const commonMessages = {
  testMode: 'Testmodus · es fließt kein echtes Geld',
  copy: 'Kopieren',
  copied: 'Kopiert',
} satisfies Translation<typeof englishCommon>;

/** The German texts about finding wallets. */
export const findingMessages = {
  input: 'Wallets werden gesucht …',
  none: 'In diesem Browser wurde keine Wallet gefunden. Öffnen Sie diese Seite im Browser Ihrer Wallet, oder installieren Sie eine Wallet und laden Sie die Seite neu.',
} satisfies Translation<typeof englishFinding>;

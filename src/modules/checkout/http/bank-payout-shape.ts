import { z } from 'zod';

/** What every answer about a payout to a bank account says of it. */
export const bankPayoutShown = z
  .object({ provider: z.string().describe('Who gets the tokens, and pays the bank account.') })
  .meta({
    id: 'ShownBankPayout',
    description: 'That a link pays out to a bank account, and by whom. Added by Florin.',
    examples: [{ provider: 'Bridge' }],
  })
  .optional()
  .describe('Only of a payout to a bank account; nothing about the account. Added by Florin.');

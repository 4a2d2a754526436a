import { z } from 'zod';

/** What everybody who opens a payment is shown of its merchant. */
export const Merchant = z
  .object({
    displayName: z.string().describe('What the merchant calls itself; nobody has checked it.'),
    logoPath: z.string().optional().describe('On the host of the pay page.'),
    supportUrl: z.string().optional().describe('A page behind HTTPS, or `mailto:`.'),
    verifiedDomain: z
      .string()
      .optional()
      .describe(
        'The domain of its website, in punycode where it has other letters, as long as a file or a TXT record there proves that it is of this account.',
      ),
  })
  .meta({
    id: 'Merchant',
    description:
      'Who asks for the payment, in its own words but for the domain: from the profile of the client ID, else of the account. Added by Florin.',
    examples: [{ displayName: 'Corner shop', supportUrl: 'https://shop.example/help' }],
  });

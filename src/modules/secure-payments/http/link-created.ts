import { z } from 'zod';
import { SAMPLE_PAYMENT as SAMPLE } from '#catalog/samples.ts';
import { FeePlan } from '#modules/fees/index.ts';

/** What creating a link answers. */
export const SecurePaymentCreated = z
  .object({
    requestIds: z.array(z.string()).describe('The requests of the link: `01` and 64 hex digits.'),
    securePaymentUrl: z.url().describe('Where the payer opens the link.'),
    token: z.string().describe('The ULID that names the link, and the right to read and pay it.'),
    feePlan: FeePlan.nullable().describe(
      'The fees as they are agreed, of a batch in sum; null where none apply or a batch is in several currencies.',
    ),
  })
  .meta({
    id: 'CreateSecurePaymentResponse',
    description: 'A new link.',
    examples: [
      {
        requestIds: [SAMPLE.requestId],
        securePaymentUrl: `https://pay.example/?token=${SAMPLE.token}`,
        token: SAMPLE.token,
        feePlan: null,
      },
    ],
  });

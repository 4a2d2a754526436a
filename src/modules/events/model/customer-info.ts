import { z } from 'zod';

/** The specification's bound for texts of the integrator. */
const TEXT_MAX = 255;

/** Names, towns and states of a customer, by the public documentation. */
const NAME_MAX = 100;

/** A postal code, by the public documentation. */
const POSTAL_CODE_MAX = 20;

/** PostgreSQL cannot store the character NUL, and no text needs it. */
const WITHOUT_NUL = /^[^\0]*$/;

const text = (field: string, max: number, min = 0) => {
  const rule =
    min === 0
      ? `${field} must have at most ${max} characters`
      : `${field} must have ${min} to ${max} characters`;
  return z
    .string()
    .min(min, rule)
    .max(max, rule)
    .regex(WITHOUT_NUL, `${field} must not contain the character NUL`);
};

/** A customer who does not exist, for the API description. */
export const SAMPLE_CUSTOMER = {
  firstName: 'Ada',
  lastName: 'Example',
  email: 'ada@shop.example',
  address: {
    street: '1 Example Street',
    city: 'Springfield',
    state: 'IL',
    postalCode: '62701',
    country: 'US',
  },
};

const CustomerAddress = z
  .strictObject({
    street: text('street', TEXT_MAX).optional(),
    city: text('city', NAME_MAX).optional(),
    state: text('state', NAME_MAX).optional(),
    postalCode: text('postalCode', POSTAL_CODE_MAX).optional(),
    country: z
      .string()
      .regex(/^[A-Za-z]{2}$/, 'country must be two letters')
      .optional()
      .describe('Two letters, such as `US`.'),
  })
  .meta({
    id: 'CustomerAddress',
    description: 'The address of a customer.',
    examples: [SAMPLE_CUSTOMER.address],
  });

/** What an integrator reports about a customer. */
export const CustomerInfo = z
  .strictObject({
    firstName: text('firstName', NAME_MAX, 1).optional(),
    lastName: text('lastName', NAME_MAX, 1).optional(),
    email: text('email', TEXT_MAX).check(z.email('email must be an email address')).optional(),
    address: CustomerAddress.optional(),
  })
  .meta({
    id: 'CustomerInfo',
    description: 'The customer, as given by the integrator; stored apart from the payment.',
    examples: [SAMPLE_CUSTOMER],
  });

/** What an integrator reports about a customer. */
export type CustomerInfo = z.output<typeof CustomerInfo>;

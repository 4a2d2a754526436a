import { z } from 'zod';
import { EVENT_RULES, isEventType } from '#modules/events/index.ts';
import { moment, REFERENCE_MAX, shortText } from './payment-query.ts';

/** The members of a query that events are searched by. */
export const EVENT_FILTERS = {
  type: z
    .enum(Object.keys(EVENT_RULES).filter(isEventType))
    .optional()
    .describe('Only events of this type.'),
  requestId: shortText('requestId').describe(
    'Only events about this request and its links: `01` and 64 hexadecimal digits.',
  ),
  reference: shortText('reference', REFERENCE_MAX).describe(
    'Only events about the requests that you gave this name, or whose link has it.',
  ),
  securePaymentToken: shortText('securePaymentToken').describe('Only events about this link.'),
  fromDate: moment('fromDate').describe('The earliest time of the event; ends in `Z`.'),
  toDate: moment('toDate').describe('The latest time of the event; ends in `Z`.'),
};

const Filters = z.strictObject(EVENT_FILTERS);

/** What events are searched by. */
export type EventFilters = z.output<typeof Filters>;

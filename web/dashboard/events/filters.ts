import type { EventType } from '../api/shapes.ts';
import { eventMessages } from '../messages/en-events.ts';
import { timesOf } from '../shell/address.ts';
import type { EventSearch } from './search.ts';

const REQUEST_ID = /^01[0-9a-f]{64}$/i;
const LINK_TOKEN = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

/** What the API is asked for by the filters of an address. */
export function eventFilters({ type, about, ...period }: EventSearch) {
  return {
    ...(isEventType(type) && { type }),
    ...(about !== undefined && aboutFilter(about)),
    ...timesOf(period),
  };
}

/** Whether a text names a type of events. */
export function isEventType(text: string | undefined): text is EventType {
  return text !== undefined && Object.hasOwn(eventMessages.types, text);
}

/** By the form of a text: a request ID, the token of a link, and anything else a reference. */
function aboutFilter(text: string) {
  if (REQUEST_ID.test(text)) return { requestId: text.toLowerCase() };
  return LINK_TOKEN.test(text) ? { securePaymentToken: text } : { reference: text };
}

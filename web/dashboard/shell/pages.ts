import { messages } from '../messages/en.ts';

/** The pages in the navigation, in its order; one that is not there is not listed. */
export const PAGES = [
  { to: '/', icon: 'home', label: messages.pages.home, exact: true },
  { to: '/get-paid', icon: 'link', label: messages.pages.getPaid, exact: false },
] as const;

import { createContext } from 'react';
import type { Session } from '../api/shapes.ts';

/** Whose pages are open: it stays when the session has ended, as the pages do with what was typed on them. */
export const MemberContext = createContext<Pick<Session, 'role'> | undefined>(undefined);

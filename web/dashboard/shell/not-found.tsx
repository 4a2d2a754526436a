import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { messages } from '../messages/en.ts';
import { buttonStyle } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';

export function NotFound(): ReactElement {
  const { title, text, home } = messages.notFound;
  return (
    <Page title={title} lead={text}>
      <Link to="/" className={`${buttonStyle('primary')} justify-self-start`}>
        {home}
      </Link>
    </Page>
  );
}

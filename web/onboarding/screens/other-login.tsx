import { Title } from '../../ui/parts.tsx';
import { type Screen, SignedIn } from '../parts.tsx';

/** Signed in, but with nothing that can be paid from here. */
export const OtherLogin: Screen<'other_login'> = ({ visit, frame }) => {
  const { otherLogin } = frame.words;
  return (
    <>
      <Title>{otherLogin.title}</Title>
      <p>{visit.session.address === undefined ? otherLogin.email : otherLogin.tron}</p>
      <SignedIn session={visit.session} frame={frame} />
    </>
  );
};

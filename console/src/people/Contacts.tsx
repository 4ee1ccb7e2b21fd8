import { formatPhone } from '@funil/contract/phone';
import { Fragment } from 'react';
import { Typed } from '../parts/Typed.tsx';

interface Props {
  phones: readonly string[];
  emails: readonly string[];
}

/** A person's numbers and addresses in one line. */
export const Contacts = ({ phones, emails }: Props) =>
  [...new Set([...phones.map(formatPhone), ...emails])].map((text, index) => (
    <Fragment key={text}>
      {index > 0 && ' · '}
      <Typed>{text}</Typed>
    </Fragment>
  ));

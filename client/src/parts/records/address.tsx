import { Fragment } from 'react';

/** An IP address or a network. It may wrap after a colon of IPv6 and before the length of a network, and nowhere else. */
export const Address = ({ children }: { children: string }) =>
  children.split(/(?<=:)|(?=\/)/).map((part, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity.
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className="whitespace-nowrap">{part}</span>
    </Fragment>
  ));

import { useEffect } from 'react';
import { DevicesSection } from '#features/devices/devices-section.tsx';
import { IdentitiesSection } from '#features/identities/identities-section.tsx';
import { SecondFactorsSection } from '#features/second-factors/second-factors-section.tsx';
import { useSite } from '#parts/site/site.ts';
import { TokensSection } from '#features/tokens/tokens-section.tsx';

/** The ids are in links, such as `?tab=devices`. */
const sections = [
  { id: 'second-factor', title: 'Second factors', content: <SecondFactorsSection /> },
  { id: 'identities', title: 'Linked accounts', content: <IdentitiesSection /> },
  { id: 'devices', title: 'Devices and sessions', content: <DevicesSection /> },
  { id: 'tokens', title: 'API tokens', content: <TokensSection /> },
] as const;

export const isSecuritySection = (id: string | null): boolean =>
  sections.some((section) => section.id === id);

/** @param section the id of the section to scroll to. */
export function SecurityTab({ section }: { section: string | null }) {
  const hasProvider = Boolean(useSite()?.openid_name);
  const available = sections.filter(({ id }) => id !== 'identities' || hasProvider);
  useEffect(() => {
    if (isSecuritySection(section)) document.getElementById(section ?? '')?.scrollIntoView();
  }, [section]);
  return (
    <div className="flex min-w-0 flex-col gap-8">
      {available.map(({ id, title, content }) => (
        <section key={id} id={id} aria-label={title}>
          {content}
        </section>
      ))}
    </div>
  );
}

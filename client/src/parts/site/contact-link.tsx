import { useSite } from './site.ts';

export function ContactLink({ className }: { className?: string | undefined }) {
  const address = useSite()?.contact_email;
  return (
    address && (
      <a className={className} href={`mailto:${address}`}>
        {address}
      </a>
    )
  );
}

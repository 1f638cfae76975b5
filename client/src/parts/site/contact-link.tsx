import { useSite } from './site.ts';

export function ContactLink({ className }: { className?: string | undefined }) {
  const email = useSite()?.contact_email;
  return (
    email && (
      <a className={className} href={`mailto:${email}`}>
        {email}
      </a>
    )
  );
}

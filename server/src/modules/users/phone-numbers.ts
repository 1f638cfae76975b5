import { isoCodeOf } from 'contract/users/countries.ts';
import { isSupportedCountry, isValidPhoneNumber } from 'libphonenumber-js/max';
import { validationFailed } from '#errors.ts';

interface Phone {
  phone_number: string | null;
  country_name: string | null;
}

/** Without a country, only an international number can be checked. */
export function refuseWrongPhoneNumber({ phone_number: number, country_name: country }: Phone): void {
  if (!number) return;
  const iso = country === null ? undefined : isoCodeOf(country);
  if (iso !== undefined && isSupportedCountry(iso)) {
    if (isValidPhoneNumber(number, iso)) return;
    throw validationFailed({
      phone_number: [`Must be a phone number of ${country}, or start with + and its country code.`],
    });
  }
  if (number.startsWith('+') && !isValidPhoneNumber(number)) {
    throw validationFailed({
      phone_number: ['Must be a phone number that exists in the country of its code.'],
    });
  }
}

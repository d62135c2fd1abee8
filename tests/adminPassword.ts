/** The password of the user `admin` in every database of a test. */
export const ADMIN_PASSWORD = 'A long password for tests 1';

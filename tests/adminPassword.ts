/** Of the person `admin` in every database that a test starts on. */
export const ADMIN_PASSWORD = 'A long password for tests 1';

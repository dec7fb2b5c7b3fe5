package io.gaussferry.apply;

/**
 * How to reach the target.
 *
 * @param url JDBC URL of the openGauss driver, without a password in it
 * @param user account that may create schemas and tables
 * @param password its password
 */
public record TargetSettings(String url, String user, String password) {

    @Override
    public String toString() {
        return "the target at " + url.replaceAll("\\?.*", "") + " as " + user;
    }
}

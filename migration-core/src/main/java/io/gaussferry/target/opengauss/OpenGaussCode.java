package io.gaussferry.target.opengauss;

import io.gaussferry.target.StoredCode;

/** Oracle's form of procedures: the other one, with a body in dollar quotes, is refused in compatibility B. */
final class OpenGaussCode implements StoredCode {

    @Override
    public String createProcedure(String name, String parameters, boolean asOwner, boolean commits, String body) {
        return "CREATE PROCEDURE " + name + "(" + parameters + ")" + (asOwner ? " SECURITY DEFINER" : "") + " AS\n"
                + body + ";";
    }

    @Override
    public boolean hasEvents() {
        return true;
    }
}
